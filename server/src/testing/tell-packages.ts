import { registerHooks } from 'node:module'

// A preload: at the end of the process it prints the packages and Node modules that the process loaded.
const names = new Set<string>()
registerHooks({
  load(url, context, next) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
    if (name !== undefined) names.add(name)
    return next(url, context)
  },
})
process.on('exit', () => {
  console.error(`Packages: ${JSON.stringify([...names].sort())}`)
  console.error(`Node modules: ${JSON.stringify(modulesOfNode())}`)
})

/** Node's own loaded modules. Node lists them under an undocumented name. */
function modulesOfNode(): readonly string[] {
  const { moduleLoadList } = process as unknown as { moduleLoadList: readonly string[] }
  return moduleLoadList.map((entry) => entry.replace('NativeModule ', ''))
}
