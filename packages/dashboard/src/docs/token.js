import { toast } from './dom.js'
import { read, TOKEN_KEY, write } from './storage.js'

/** Takes the token for trying calls and shows whether it works. */
export function setUpToken() {
  const box = document.querySelector('[data-token]')
  const state = document.querySelector('[data-token-state]')
  if (!box) return
  let turn = 0
  const look = async () => {
    const token = box.value.trim()
    const mine = ++turn
    write(sessionStorage, TOKEN_KEY, token)
    state.className = 'token-state'
    state.textContent = ''
    if (token === '') return
    const response = await fetch('/v1/organizations/me', { headers: { Authorization: `Bearer ${token}` } })
    const { success, data, message } = await response.json()
    if (mine !== turn) return
    state.classList.add(success ? 'good' : 'bad')
    state.textContent = success ? `Good: ${data.name}` : message
  }
  box.value = read(sessionStorage, TOKEN_KEY)
  box.form.addEventListener('submit', (event) => event.preventDefault())
  box.addEventListener('change', () => look().catch(() => toast('The service did not answer.')))
  if (box.value) look().catch(() => toast('The service did not answer.'))
}
