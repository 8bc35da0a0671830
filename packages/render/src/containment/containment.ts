import type { ToolPaths } from './find-tools.ts'

/** One containment layer. A child has as many of them as the system offers. */
export type LayerName =
  | 'user'
  | 'files'
  | 'environment'
  | 'processes'
  | 'network'
  | 'privileges'
  | 'system calls'
  | 'user namespaces'
  | 'limits'
  | 'node permissions'

/** Whether a layer is there, in words for the operator. */
export type LayerReport = {
  name: LayerName
  isOn: boolean
  /** How it is implemented here, or why it isn't available. */
  text: string
  /** What to do about it; unset where nothing is missing, because another layer does the same. */
  fix?: string
}

/** How children are contained on this host. */
export type Containment = {
  tools: ToolPaths
  /** Every child gets a user id of its own. */
  hasOwnUser: boolean
  /** How namespaces are made: as root, or inside a user namespace, as anybody may where it is allowed. */
  namespaces: 'privileged' | 'user' | undefined
  /** Folders can be covered, and the rest made read-only, in a mount namespace. */
  canCover: boolean
  /** In a namespace of their own, with a /proc of their own, where they see themselves alone. */
  canHideProcesses: boolean
  /** Calls to the kernel that no decoder needs are refused by a filter (seccomp). */
  canFilter: boolean
  canDropPrivileges: boolean
  /** Even root cannot get a capability back. */
  canDropCapabilities: boolean
  canLimit: boolean
  layers: LayerReport[]
}
