import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { describeError } from '../../format/describe-error.ts'
import { session } from '../../session/scopes.ts'
import { signIn } from '../../session/session.ts'

/** The first sign-in on a server, and every one by a link: the code is in the address, or is pasted. */
export function ClaimPage() {
  const { route } = useLocation()
  const [code, setCode] = useState(() => readCode(location.hash))
  const [error, setError] = useState<string>()
  const isClaimed = session.value?.isClaimed

  const submit = async (text: string) => {
    try {
      await signIn({ code: readCode(text) })
      route('/', true)
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  useEffect(() => {
    // Also a link that is pasted while this page is open: then only what follows the # changes, and nothing is loaded.
    const takeFromAddress = () => {
      if (!location.hash) return
      const pasted = readCode(location.hash)
      // A code in the address would stay in the browser's history.
      history.replaceState(null, '', '/claim')
      setCode(pasted)
      setError(undefined)
      submit(pasted)
    }
    takeFromAddress()
    addEventListener('hashchange', takeFromAddress)
    return () => removeEventListener('hashchange', takeFromAddress)
  }, [])

  return (
    <div class="gate">
      <main>
        <h1>{isClaimed ? 'Sign in with a code' : 'Claim this server'}</h1>
        <p class="soft">
          {isClaimed
            ? 'Paste the code of a sign-in link. Where the server runs, npx songreel login-link makes one.'
            : 'Nobody has signed in here yet. Paste the link that the server printed at its first start, or make one where it runs: npx songreel login-link'}
        </p>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            submit(code)
          }}
        >
          <Field
            label="Code"
            help="It starts with c_ and works once. The whole link will do, too"
            error={error}
          >
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
          No code? Where the server runs: <code>npx songreel login-link</code>. In a container:{' '}
          <code>docker exec … npx songreel login-link</code>. Or{' '}
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
