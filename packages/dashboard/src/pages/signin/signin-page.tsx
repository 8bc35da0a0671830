import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { describeError } from '../../format/describe-error.ts'
import { readNext } from '../../session/read-next.ts'
import { signIn } from '../../session/session.ts'

/** Takes an API token once, and makes a session of it. */
export function SigninPage() {
  const { query, route } = useLocation()
  const [token, setToken] = useState('')
  const [error, setError] = useState<string>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    try {
      await signIn({ token: token.trim() })
      route(readNext(query.next, location.origin), true)
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  return (
    <div class="gate">
      <main>
        <h1>Sign in</h1>
        <form class="stack" onSubmit={submit}>
          <Field
            label="API token"
            help="It starts with srl_ and is not kept in this browser: you get a session for 30 days, or until the token ends"
            error={error}
          >
            {(box) => (
              <input
                {...box}
                type="password"
                value={token}
                required
                autocomplete="current-password"
                onInput={({ currentTarget }) => setToken(currentTarget.value)}
              />
            )}
          </Field>
          <Button type="submit" loudness="main">
            Sign in
          </Button>
        </form>
        <p class="small soft">
          No token at hand? Where the server runs, <code>npx songreel login-link</code> prints a link that
          signs you in; you can also <a href="/claim">paste its code</a>.
        </p>
      </main>
    </div>
  )
}
