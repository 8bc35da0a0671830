import { render } from 'preact'
import '../styles/tokens.css'
import '../styles/base.css'
import { ClosedPage } from './closed-page.tsx'
import './share.css'
import { SharePage } from './share-page.tsx'
import { readShared } from './shared.ts'

const shared = readShared()
const root = document.getElementById('app')
if (root) render(shared.state === 'OPEN' ? <SharePage shared={shared} /> : <ClosedPage {...shared} />, root)
