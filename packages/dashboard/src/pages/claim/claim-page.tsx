import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../parts/button.tsx'
import { describeError } from '../../parts/describe-error.ts'
import { Field } from '../../parts/field.tsx'
import { session, signIn } from '../../session/session.ts'

/** The first sign-in on a server, and every one by a link: the code is in the address, or is pasted. */
export function ClaimPage() {
  const { route } = useLocation()
  const [code, setCode] = useState(() => readCode(location.hash))
  const [error, setError] = useState<string>()
  const isClaimed = session.value?.isClaimed

  const submit = async () => {
    try {
      await signIn({ code: readCode(code) })
      route('/', true)
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  useEffect(() => {
    if (!location.hash) return
    // A code in the address would stay in the browser's history.
    history.replaceState(null, '', '/claim')
    submit()
  }, [])

  return (
    <div class="gate">
      <main>
        <h1>{isClaimed ? 'Sign in with a code' : 'Claim this server'}</h1>
        <p class="soft">
          {isClaimed
            ? 'Paste the code of a sign-in link. Where the server runs, npx songreel login-link makes one.'
            : 'Nobody has signed in here yet. Paste the code that the server printed when it started: it is in the terminal, or in docker logs.'}
        </p>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Field label="Code" help="It starts with c_ and works once, within 30 minutes" error={error}>
            {(box) => (
              <input
                {...box}
                value={code}
                required
                autocomplete="one-time-code"
                spellcheck={false}
                onInput={({ currentTarget }) => setCode(currentTarget.value)}
              />
            )}
          </Field>
          <Button type="submit" loudness="main">
            {isClaimed ? 'Sign in' : 'Claim this server'}
          </Button>
        </form>
        <p class="small soft">
          No code? Where the server runs: <code>npx songreel login-link</code>. Or{' '}
          <a href="/signin">sign in with an API token</a>.
        </p>
      </main>
    </div>
  )
}

/** People paste the code, or the whole link. */
function readCode(text: string): string {
  return text.slice(text.indexOf('#') + 1).trim()
}
