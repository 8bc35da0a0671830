import { Button } from '../components/button.tsx'
import { copyText } from '../components/copy-text.ts'
import { activity, openBatches } from '../data/open-batches.ts'
import { type PageRequest, pageRequest } from '../data/page-request.ts'
import { session } from '../session/scopes.ts'

/** Below every page: version, what the server does, and the page's call for programs. */
export function Footer() {
  const { rendering, waiting } = activity.value
  const request = pageRequest.value
  return (
    <footer class="foot">
      <span>Songreel {session.value?.version}</span>
      <span class="figures foot-activity">
        {openBatches.value && `${rendering} rendering, ${waiting} waiting`}
      </span>
      <a href="/docs">API reference</a>
      {request && (
        <span class="row push">
          <span>Copy this page as</span>
          <Button loudness="plain" isSmall onPress={() => copyText(toCurl(request))}>
            curl
          </Button>
          <Button loudness="plain" isSmall onPress={() => copyText(toTypeScript(request))}>
            TypeScript
          </Button>
        </span>
      )}
    </footer>
  )
}

function toCurl({ path }: PageRequest): string {
  return `curl -s "${location.origin}${path}" -H "Authorization: Bearer $SONGREEL_TOKEN"`
}

function toTypeScript({ typescript }: PageRequest): string {
  return [
    "import { Songreel } from '@songreel/sdk'",
    '',
    `const songreel = new Songreel({ baseUrl: '${location.origin}' }) // and SONGREEL_TOKEN`,
    typescript,
  ].join('\n')
}
