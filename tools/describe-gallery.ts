import { type Template, z } from '@songreel/kit'
import { nameFolder, type Templates } from '@songreel/templates'
import { commonData } from '../packages/kit/src/template.ts'

const START = `# Gallery

Every template with three seconds of it around the moment at which the chorus comes in, what it shows, the shapes it takes and its own fields.
All of them also take \`customText\`, \`accentColor\`, \`fontStyle\` and \`theme\`. A click on a picture leads to its contact sheet: every shape, the first and last moments, difficult covers and texts.
\`npm run preview -- --gallery\` writes this page. [How templates work](../templates.md)

| | template | shapes | length | needs | fields |
|---|---|---|---|---|---|
`

/** The page that shows all templates, as Markdown. */
export function describeGallery(templates: Templates): string {
  return `${START}${[...templates.values()].map(({ template }) => describeRow(template)).join('\n')}\n`
}

function describeRow(template: Template): string {
  const { contentId, title, description, aspectRatios, needs } = template
  const name = nameFolder(contentId)
  const { min, max } = needs.clips ?? {}
  const wanted = [
    needs.audio && 'song',
    needs.lyrics && `lyrics${needs.lyrics === 'OPTIONAL' ? ' if there are any' : ''}`,
    needs.clips && `${min} to ${max} videos`,
  ]
  const cells = [
    `[![${title}](${name}.webp)](${name}.jpg)`,
    `**${title}**<br>\`${contentId}\`<br>${description}`,
    aspectRatios === 'ALL' ? 'any' : aspectRatios.join(', '),
    describeLength(template),
    wanted.filter(Boolean).join(', ') || 'cover',
    listOwnFields(template).join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

function describeLength({ defaults: { excerpt } }: Template): string {
  if (excerpt.kind === 'WHOLE') return 'the whole song'
  return excerpt.kind === 'LOOP'
    ? `a loop of ${excerpt.minSecs} to ${excerpt.maxSecs} s`
    : `the best ${excerpt.secs} s`
}

function listOwnFields({ requiredData }: Template): string[] {
  const { properties = {} } = z.toJSONSchema(requiredData, { io: 'input' })
  return Object.keys(properties)
    .filter((name) => !(name in commonData.shape))
    .map((name) => `\`${name}\``)
}
