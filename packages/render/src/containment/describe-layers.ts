import type { Containment, LayerReport } from './containment.ts'

/** What the trials found, before it is put into words. */
export type Findings = Omit<Containment, 'layers'> & { isRoot: boolean; userObstacle: string | undefined }

const INSTALL = 'install util-linux (setpriv, prlimit, unshare, mount)'
const ALLOW_NAMESPACES =
  'allow user namespaces (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns), or see "Containment" in docs/operations.md'

/** Puts into words which layers there are, the strongest first. */
export function describeLayers(findings: Findings): LayerReport[] {
  return [
    describeUser(findings),
    describeFiles(findings),
    describeEnvironment(findings),
    describeNetwork(findings),
    describePrivileges(findings),
    describeLimits(findings),
    {
      name: 'node permissions',
      isOn: true,
      text: 'scripts in renders read code and inputs, write in their own folder, start nothing',
    },
  ]
}

function describeUser({ userObstacle, isRoot, tools }: Findings): LayerReport {
  if (userObstacle === undefined)
    return { name: 'user', isOn: true, text: 'every render has a user id of its own' }
  const text = `renders have Songreel's own user id and could end it: ${userObstacle}`
  // For an ordinary user namespaces do the same; where they cannot, the layers below say so.
  if (!isRoot) return { name: 'user', isOn: false, text }
  const fix = tools.setpriv
    ? 'install Songreel where every user can read it (for instance /opt/songreel), with the default capabilities'
    : INSTALL
  return { name: 'user', isOn: false, text, fix }
}

function describeFiles({ hasOwnUser, canCover, namespaces }: Findings): LayerReport {
  const name = 'files'
  if (canCover && (!hasOwnUser || namespaces === 'privileged'))
    return {
      name,
      isOn: true,
      text: 'renders see no data folder, and outside of their own folder all is read-only',
    }
  if (hasOwnUser)
    return {
      name,
      isOn: true,
      text: 'closed to the user ids of renders, but for folders like /tmp that are open to all',
    }
  const text = "a decoder that is taken over can reach what Songreel's own user can, secrets included"
  return { name, isOn: false, text, fix: ALLOW_NAMESPACES }
}

/** The kernel shows a process's environment to processes of the same user in the same user namespace, with no fewer capabilities. */
function describeEnvironment({ hasOwnUser, namespaces, canDropCapabilities, isRoot }: Findings): LayerReport {
  const name = 'environment'
  if (hasOwnUser)
    return { name, isOn: true, text: 'that of Songreel is hidden from renders: they are other users' }
  if (namespaces === 'user')
    return { name, isOn: true, text: 'that of Songreel is hidden from renders: they are in a user namespace' }
  if (isRoot && canDropCapabilities)
    return { name, isOn: true, text: 'that of Songreel is hidden from renders: they have fewer capabilities' }
  const text = 'a decoder that is taken over can read the variables with which Songreel was started'
  const fix = `give secrets by files (SONGREEL_AUTH_TOKEN_FILE and so on); ${ALLOW_NAMESPACES}`
  return { name, isOn: false, text, fix }
}

function describeNetwork({ namespaces, tools }: Findings): LayerReport {
  const name = 'network'
  if (namespaces) return { name, isOn: true, text: 'renders have none, not even loopback' }
  const text = 'a decoder that is taken over can open connections: the system allows no network namespace'
  return { name, isOn: false, text, fix: tools.unshare ? ALLOW_NAMESPACES : INSTALL }
}

function describePrivileges(findings: Findings): LayerReport {
  const { canDropPrivileges, canDropCapabilities, hasOwnUser, isRoot } = findings
  const name = 'privileges'
  if (!canDropPrivileges)
    return { name, isOn: false, text: 'the program setpriv (util-linux) is not there', fix: INSTALL }
  if (canDropCapabilities || hasOwnUser)
    return { name, isOn: true, text: 'renders have no capabilities and can get none' }
  if (!isRoot) return { name, isOn: true, text: 'renders have no capabilities and can get none' }
  const text = 'renders can get no new ones, but those of root could not be dropped'
  return { name, isOn: false, text, fix: 'add the capability SETPCAP to the container' }
}

function describeLimits({ canLimit, hasOwnUser }: Findings): LayerReport {
  const name = 'limits'
  if (!canLimit)
    return { name, isOn: false, text: 'the program prlimit (util-linux) is not there', fix: INSTALL }
  const threads = hasOwnUser ? ', threads' : ''
  return { name, isOn: true, text: `renders: CPU time, file size, open files${threads}, no core files` }
}
