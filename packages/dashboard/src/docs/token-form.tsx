import { useEffect, useRef, useState } from 'preact/hooks'
import { Field } from '../components/field.tsx'
import { keepToken, readToken } from './token.ts'

type State = { help?: string; error?: string }

/** Takes the token for trying calls, and says whether it works. */
export function TokenForm() {
  const [token, setToken] = useState('')
  const [state, setState] = useState<State>({})
  const turn = useRef(0)
  const check = async (text: string) => {
    const mine = ++turn.current
    const next = text === '' ? {} : await checkToken(text)
    if (mine === turn.current) setState(next)
  }
  useEffect(() => {
    const kept = readToken()
    setToken(kept)
    void check(kept)
  }, [])
  const take = (text: string) => {
    keepToken(text)
    setState({})
    void check(text)
  }
  return (
    <form class={state.help ? 'token is-good' : 'token'} onSubmit={(event) => event.preventDefault()}>
      <Field id="token" label="Token" {...state}>
        {(box) => (
          <input
            {...box}
            type="password"
            autocomplete="off"
            placeholder="srl_live_…"
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
            onChange={({ currentTarget }) => take(currentTarget.value.trim())}
          />
        )}
      </Field>
    </form>
  )
}

async function checkToken(token: string): Promise<State> {
  try {
    const response = await fetch('/v1/organizations/me', { headers: { Authorization: `Bearer ${token}` } })
    const { success, data, message } = await response.json()
    return success ? { help: `Good: ${data.name}` } : { error: message }
  } catch {
    return { error: 'The service did not answer.' }
  }
}
