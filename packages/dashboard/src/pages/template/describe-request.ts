/** What the playground shows, and would send. */
export type PlaygroundOrder = {
  contentId: string
  requiredData: Record<string, unknown>
  shape: string
  /** A song of the catalogue; the demo song without one. */
  mediaId?: string
}

/** The order as a request that can be pasted. */
export function describeRequest(order: PlaygroundOrder): { label: string; text: string }[] {
  const { contentId, requiredData, shape, mediaId } = order
  const song = mediaId
    ? { mediaId }
    : {
        artist: { name: 'Nova Lane' },
        media: {
          name: 'Midnight Drive',
          audioUrl: `${location.origin}/demo/song.mp3`,
          artworkUrl: `${location.origin}/demo/cover.jpg`,
        },
      }
  const body = { ...song, renders: [{ contentId, requiredData, videoSettings: { aspectRatio: shape } }] }
  const json = JSON.stringify(body, null, 2)
  return [
    {
      label: 'curl',
      text: [
        `curl -s ${location.origin}/v1/batches \\`,
        '  -H "Authorization: Bearer $SONGREEL_TOKEN" -H "Content-Type: application/json" \\',
        `  -d ${quote(json)}`,
      ].join('\n'),
    },
    {
      label: 'TypeScript',
      text: [
        "import { Songreel } from '@songreel/sdk'",
        '',
        `const songreel = new Songreel({ baseUrl: '${location.origin}' }) // and SONGREEL_TOKEN`,
        `await songreel.batches.create(${json})`,
      ].join('\n'),
    },
    { label: 'CLI', text: describeCommand(order) },
  ]
}

function describeCommand({ contentId, requiredData, shape }: PlaygroundOrder): string {
  const fields = Object.entries(requiredData).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `--set ${quote(`${key}=${text}`)}`
  })
  const parts = [
    `npx songreel render song.mp3 --art cover.jpg`,
    `--template ${contentId}`,
    `--aspect ${shape}`,
  ]
  return [...parts, ...fields].join(' \\\n  ')
}

/** As a shell takes it for one word. */
function quote(text: string): string {
  return /^[\w=.,:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
