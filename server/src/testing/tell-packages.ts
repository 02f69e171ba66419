import { registerHooks } from 'node:module'

// Told to Node as an import before the program: at the end of the process it says from which packages anything was loaded.
const names = new Set<string>()
registerHooks({
  load(url, context, next) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
    if (name !== undefined) names.add(name)
    return next(url, context)
  },
})
process.on('exit', () => console.error(`Packages: ${JSON.stringify([...names].sort())}`))
