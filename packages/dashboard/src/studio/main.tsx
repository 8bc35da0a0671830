import { render } from 'preact'
import '../styles/tokens.css'
import '../styles/base.css'
import { followChanges } from './drawing.ts'
import { StudioPage } from './studio-page.tsx'

const root = document.getElementById('app')
if (root) render(<StudioPage />, root)
followChanges()
