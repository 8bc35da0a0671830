/** An event as it stands in a stream. */
export type StreamEvent = { event?: string; id?: string; data: string }

/**
 * Takes a stream of events (text/event-stream) piece by piece and returns those that each piece completes. It knows what
 * our server sends, which is a fraction of what a library for it weighs.
 */
export function createEventParser(): (piece: string) => StreamEvent[] {
  let rest = ''
  let fields: Record<string, string> = {}
  return (piece) => {
    const events: StreamEvent[] = []
    // A CR at the end may be half of a line's end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)/s.exec(line) ?? []
      const { data } = fields
      if (line === '') {
        if (data !== undefined) events.push({ ...fields, data })
        fields = {}
      } else fields[name] = name === 'data' && data !== undefined ? `${data}\n${value}` : value
    }
    return events
  }
}
