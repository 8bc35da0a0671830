import { usePageRequest } from '../../data/page-request.ts'
import { hasScope } from '../../session/scopes.ts'
import { BrandCard } from './brand-card.tsx'
import { DestinationsCard } from './destinations-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { OrganizationCard } from './organization-card.tsx'
import { ServerCard } from './server-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TokenCard } from './token-card.tsx'
import './settings.css'

/** The organization, who may come in, and how the server is. */
export function SettingsPage() {
  usePageRequest('/v1/organizations/me', "const organization = await songreel.organizations.get('me')")
  const isAdmin = hasScope('admin')
  return (
    <>
      <div class="page-head">
        <h1>Settings</h1>
        {!isAdmin && <p class="soft">You can look. Changing any of this is for owners.</p>}
      </div>
      <div class="settings">
        <div class="stack">
          <OrganizationCard />
          <BrandCard />
          {isAdmin && (
            <>
              <TokenCard />
              <KeysCard />
              <DestinationsCard />
              <InvitationsCard />
              <SessionsCard />
            </>
          )}
        </div>
        <div class="stack">
          <ServerCard />
          <LimitsCard />
        </div>
      </div>
    </>
  )
}
