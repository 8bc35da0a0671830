import { ensureChromium, readChromiumVersion } from './find-chromium.ts'

// Makes sure that the tests in a browser can run: CI starts with it.

const found = ensureChromium()
if ('missing' in found) {
  console.error(found.missing)
  process.exit(1)
}
console.log(readChromiumVersion(found.program))
