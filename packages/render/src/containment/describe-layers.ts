import type { Containment, LayerReport } from './containment.ts'
import { isKnownArch } from './syscalls/syscall-table.ts'

/** What the trials found, before it is put into words. */
export type Findings = Omit<Containment, 'layers'> & {
  isRoot: boolean
  hasCapabilities: boolean
  userObstacle: string | undefined
  hidesProcesses: boolean
}

const INSTALL = 'install util-linux (setpriv, prlimit, unshare, mount)'
const ALLOW_NAMESPACES =
  'allow user namespaces (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns), or see "Containment" in docs/operations.md'

/** Puts into words which layers there are, the strongest first. */
export function describeLayers(findings: Findings): LayerReport[] {
  return [
    describeUser(findings),
    describeFiles(findings),
    describeEnvironment(findings),
    describeProcesses(findings),
    describeNetwork(findings),
    describePrivileges(findings),
    describeFilter(findings),
    describeUserNamespaces(findings),
    describeLimits(findings),
    {
      name: 'node permissions',
      isOn: true,
      text: 'scripts in renders read code and inputs, write in their own folder, start nothing',
    },
  ]
}

function describeUser({ userObstacle, isRoot, tools, canFilter }: Findings): LayerReport {
  if (userObstacle === undefined)
    return { name: 'user', isOn: true, text: 'every render has a user id of its own' }
  const reach = canFilter ? '' : ' and could end it'
  const text = `renders have Songreel's own user id${reach}: ${userObstacle}`
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
  const text =
    "a decoder that is taken over can reach what Songreel's own user can, secrets included: the system allows no namespaces"
  return { name, isOn: false, text, fix: ALLOW_NAMESPACES }
}

/** The kernel shows a process's environment to processes of the same user in the same user namespace, with no fewer capabilities. */
function describeEnvironment({
  hasOwnUser,
  namespaces,
  canDropCapabilities,
  hasCapabilities,
}: Findings): LayerReport {
  const name = 'environment'
  if (hasOwnUser)
    return { name, isOn: true, text: 'that of Songreel is hidden from renders: they are other users' }
  if (namespaces === 'user')
    return { name, isOn: true, text: 'that of Songreel is hidden from renders: they are in a user namespace' }
  if (hasCapabilities && canDropCapabilities)
    return { name, isOn: true, text: 'that of Songreel is hidden from renders: they have fewer capabilities' }
  const text =
    'a decoder that is taken over can read the variables with which Songreel was started: it is of the same user'
  const fix = `give secrets by files (SONGREEL_AUTH_TOKEN_FILE and so on); ${ALLOW_NAMESPACES}`
  return { name, isOn: false, text, fix }
}

function describeProcesses({ hidesProcesses, namespaces, tools }: Findings): LayerReport {
  const name = 'processes'
  if (hidesProcesses) return { name, isOn: true, text: 'renders see none but their own' }
  const reason = namespaces
    ? 'the system lets no new /proc be mounted'
    : 'the system allows no namespace of processes'
  const text = `renders can read the command lines of other processes: ${reason}`
  return {
    name,
    isOn: false,
    text,
    fix: tools.unshare ? `${ALLOW_NAMESPACES}; or mount /proc with hidepid=2 and start as root` : INSTALL,
  }
}

function describeNetwork({ namespaces, canFilter, tools }: Findings): LayerReport {
  const name = 'network'
  if (namespaces) return { name, isOn: true, text: 'renders have none, not even loopback' }
  if (canFilter) return { name, isOn: true, text: 'renders can open no socket: the filter for system calls' }
  const text = 'a decoder that is taken over can open connections: the system allows no network namespace'
  return { name, isOn: false, text, fix: tools.unshare ? ALLOW_NAMESPACES : INSTALL }
}

function describePrivileges(findings: Findings): LayerReport {
  const { canDropPrivileges, canDropCapabilities, hasOwnUser, isRoot } = findings
  const name = 'privileges'
  if (!canDropPrivileges)
    return {
      name,
      isOn: false,
      text: 'renders keep those that Songreel has: setpriv (util-linux) is not there',
      fix: INSTALL,
    }
  if (canDropCapabilities || hasOwnUser)
    return { name, isOn: true, text: 'renders have no capabilities and can get none' }
  if (!isRoot) return { name, isOn: true, text: 'renders have no capabilities and can get none' }
  const text = 'renders can get no new ones, but keep those of root: they could not be dropped'
  return { name, isOn: false, text, fix: 'add the capability SETPCAP to the container' }
}

function describeFilter({ canFilter, tools }: Findings): LayerReport {
  const name = 'system calls'
  if (canFilter)
    return {
      name,
      isOn: true,
      text: 'a filter (seccomp) refuses what no decoder needs: sockets, new processes, mounts',
    }
  const consequence = 'a decoder that is taken over has the whole kernel to attack'
  if (!isKnownArch(process.arch))
    return {
      name,
      isOn: false,
      text: `${consequence}: no filter for ${process.arch}, only for x64 and arm64`,
    }
  if (!tools.perl)
    return {
      name,
      isOn: false,
      text: `${consequence}: perl, which sets the filter, is not there`,
      fix: 'install perl (on Debian: perl-base)',
    }
  const fix = 'allow the system call seccomp (kernel with CONFIG_SECCOMP_FILTER, container profile)'
  return { name, isOn: false, text: `${consequence}: the system lets no filter be set`, fix }
}

function describeUserNamespaces({ canFilter, canCover, namespaces, hasOwnUser }: Findings): LayerReport {
  const name = 'user namespaces'
  if (canFilter) return { name, isOn: true, text: 'renders can make none: the filter for system calls' }
  if (namespaces === 'user' && canCover && !hasOwnUser)
    return { name, isOn: true, text: 'renders can make none: theirs allows no further one' }
  const text =
    'renders can make one, if the system lets users do that, and have its capabilities in there: there is no filter for system calls'
  return {
    name,
    isOn: false,
    text,
    fix: 'see the layer System calls; or set the sysctl user.max_user_namespaces to 0, if nothing else needs them',
  }
}

function describeLimits({ canLimit, hasOwnUser }: Findings): LayerReport {
  const name = 'limits'
  if (!canLimit)
    return {
      name,
      isOn: false,
      text: 'renders have those of memory and time alone: prlimit (util-linux) is not there',
      fix: INSTALL,
    }
  const threads = hasOwnUser ? ', threads' : ''
  return { name, isOn: true, text: `renders: CPU time, file size, open files${threads}, no core files` }
}
