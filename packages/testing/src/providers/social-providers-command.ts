import { addPeople, startSocialProviders } from './social-providers.js'

// This command is for trying social sign-in by hand. It prints a command that starts Toile with two test providers, and
// runs these providers until Ctrl-C.
// Usage: node packages/testing/dist/providers/social-providers-command.js http://localhost:8080

const publicUrl = process.argv[2] ?? 'http://localhost:8080'
const providers = await startSocialProviders(publicUrl)
addPeople(providers)
const variables = Object.entries(providers.env).map(([name, value]) => `${name}=${value}`)
console.log(`PORT=${new URL(publicUrl).port || 80} ${variables.join(' ')} npm start`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void providers.stop())
