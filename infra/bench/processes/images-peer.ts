import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createIPX, createIPXNodeHandler, ipxFSStorage } from 'ipx'

// Serves a folder of files with ipx, the peer of images.ts. It sends its port to its parent and ends with the parent.

const ipx = createIPX({ storage: ipxFSStorage({ dir: process.argv[2]! }), maxOutputDimension: false })
const server = createServer(createIPXNodeHandler(ipx) as RequestListener)
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
