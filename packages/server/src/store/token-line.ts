/**
 * A token and those it comes from, up to the one that came from none, as a join beside `tokens`. What one of them has
 * lost, all below it have lost, so every question of what a token may do is asked of its whole line:
 *
 * - `line_expires_at`, `line_revoked_at`: the first end of any of them.
 * - `rights_end_at`: when what it may pass on to a key ends. A browser's session that ends by itself is renewed by signing
 *   in again, so it takes no right away; that of an invited person does.
 * - `is_own`: whether it stands for the organization itself: its own token, or a session of whoever has that.
 * - `giver_id`: what a key made with it ends with; null when the organization itself gives it.
 * - `generations`: how many they are.
 */
export function joinLine(keyId: string): string {
  return `left join lateral (
    with recursive line as (
      select one.key_id, one.parent_key_id, one.kind, one.is_invited, one.expires_at, one.revoked_at, 1 as generation
      from tokens as one where one.key_id = ${keyId}
      union all
      select up.key_id, up.parent_key_id, up.kind, up.is_invited, up.expires_at, up.revoked_at, generation + 1
      from line join tokens as up on up.key_id = line.parent_key_id
    )
    select min(expires_at) as line_expires_at, min(revoked_at) as line_revoked_at,
      min(expires_at) filter (where kind <> 'SESSION' or is_invited) as rights_end_at,
      bool_and(kind = 'OWNER' or kind = 'SESSION' and not is_invited) as is_own,
      (array_agg(key_id order by generation) filter (
        where kind = 'KEY' or is_invited or kind = 'OWNER' and expires_at is not null
      ))[1] as giver_id,
      count(*)::int as generations
    from line
  ) as line on true`
}

/** Whether a token is in force, by the database's clock and together with all that it comes from. */
export const IS_IN_FORCE = 'line_revoked_at is null and coalesce(line_expires_at > now(), true)'
