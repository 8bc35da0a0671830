export { createMcpServer, type McpOptions } from './create-mcp-server.ts'
export { createMcpEndpoint, type McpEndpoint } from './mcp-endpoint.ts'
