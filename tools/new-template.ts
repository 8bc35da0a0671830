import { relative } from 'node:path'
import { createTemplate } from '@songreel/templates/create'

// npm run new-template neon-pulse: makes the folder of a template that already works.

const [name = ''] = process.argv.slice(2)
try {
  const { folder } = await createTemplate(name)
  const path = relative(process.cwd(), folder)
  console.log(path)
  console.error(`
  ${path}/template.ts     edit this
  ${path}/fixture.json    the song and data it is shown with
  ${path}/preview.png     how it looks in lists

  npm run preview ${name}     every shape on one sheet
  npm test -w packages/templates     the examination
`)
} catch (error) {
  if (!(error instanceof RangeError)) throw error
  console.error(error.message)
  process.exitCode = 64
}
