import type { BatchInput, RenderRequest } from '@songreel/sdk'
import { CodeBlock } from '../components/code-block.tsx'
import { Tabs } from '../components/tabs.tsx'

/** The same request for those who would rather type it. */
export function RequestTabs({ body }: { body: BatchInput }) {
  const tabs = describeRequest(body).map(({ label, text }) => ({
    label,
    content: <CodeBlock text={text} label={`The request as ${label}`} />,
  }))
  return <Tabs label="The request as" tabs={tabs} />
}

function describeRequest(body: BatchInput): { label: string; text: string }[] {
  const json = JSON.stringify(body, null, 2)
  const curl = [
    `curl -s ${location.origin}/v1/batches \\`,
    '  -H "Authorization: Bearer $SONGREEL_TOKEN" -H "Content-Type: application/json" \\',
    `  -d ${quote(json)}`,
  ]
  const typescript = [
    "import { Songreel } from '@songreel/sdk'",
    '',
    `const songreel = new Songreel({ baseUrl: '${location.origin}' }) // and SONGREEL_TOKEN`,
    `await songreel.batches.create(${json})`,
  ]
  // A song that is not in the catalogue is a file, and files need no server.
  const cli = body.mediaId
    ? `npx songreel api POST /v1/batches -d ${quote(json)}`
    : body.renders.map(describeCommand).join('\n')
  return [
    { label: 'curl', text: curl.join('\n') },
    { label: 'TypeScript', text: typescript.join('\n') },
    { label: 'CLI', text: cli },
  ]
}

function describeCommand({ contentId, requiredData = {}, videoSettings }: RenderRequest): string {
  const fields = Object.entries(requiredData).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `--set ${quote(`${key}=${text}`)}`
  })
  const shape = videoSettings?.aspectRatio
  return [
    'npx songreel render song.mp3 --art cover.jpg',
    `--template ${contentId}`,
    ...(shape ? [`--aspect ${shape}`] : []),
    ...fields,
  ].join(' \\\n  ')
}

/** As a shell takes it for one word. */
function quote(text: string): string {
  return /^[\w=.,:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
