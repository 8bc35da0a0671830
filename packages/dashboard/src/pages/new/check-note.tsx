import { formatCount, formatSecs } from '../../format/format.ts'
import type { Check } from './use-dry-runs.ts'

/** What the server said of the batches, of `count` songs in all. */
export function CheckNote({ checks, count }: { checks: Check[]; count: number }) {
  const refused = checks.filter(({ problem }) => problem)
  const passed = checks.flatMap(({ result, song }) => (result ? [{ ...result, song }] : []))
  const isChecking = refused.length + passed.length < checks.length || checks.length === 0
  const secs = passed.reduce((sum, { estimate }) => sum + estimate.secs, 0)
  const of = (title: string) => (count > 1 ? `${title}: ` : '')
  const warnings = passed.flatMap(({ warnings, song }) =>
    warnings.map(({ message }) => `${of(song.title)}${message}`),
  )
  return (
    <>
      {refused.length > 0 && (
        <div class="new-check is-bad" role="alert">
          {count > 1 && <p>{formatCount(refused.length, 'song')} can't be made like this:</p>}
          <ul>
            {refused.map(({ song, problem, errors }) => (
              <li key={song.songId}>
                {of(song.title)}
                {problem}
                {Object.entries(errors).map(([field, message]) => (
                  <div key={field}>
                    <code>{field}</code> {message}
                  </div>
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isChecking && (
        <p class="new-check soft">
          Checking with the server…{count > 1 && ` ${passed.length + refused.length} of ${count} songs`}
        </p>
      )}
      {!isChecking && passed.length > 0 && (
        <div class={warnings.length === 0 ? 'new-check is-good' : 'new-check is-warn'} role="status">
          <p>
            {warnings.length === 0
              ? '✓ Checked by the server'
              : `Checked by the server: ${formatCount(warnings.length, 'warning')}`}
            <span class="figures"> · about {formatSecs(secs)} of work</span>
          </p>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
