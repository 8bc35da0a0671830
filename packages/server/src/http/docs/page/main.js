// The reference works without any script; this adds search, copying, languages and trying calls.
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
