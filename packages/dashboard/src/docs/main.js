// The reference works without any script; this adds search, copying, languages and trying calls.
import '../styles/tokens.css'
import './base.css'
import './top.css'
import './side.css'
import './content.css'
import './code.css'
import './start.css'
import './errors.css'
import './try.css'
import './small-screens.css'
import { setUpMenu, setUpPosition, setUpSearch } from './contents.js'
import { setUpCopying, setUpLanguages } from './samples.js'
import { setUpToken } from './token.js'
import { setUpTrying } from './try-call.js'

setUpMenu()
setUpSearch()
setUpCopying()
setUpLanguages()
setUpPosition()
setUpToken()
setUpTrying()
