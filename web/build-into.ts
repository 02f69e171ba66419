import { build } from 'vite'
import { compressAssets } from './compress-assets.ts'
import config from './vite.config.ts'

// Builds the page into the folder that the command line names.
const [folder = ''] = process.argv.slice(2)
await build({
  ...config,
  configFile: false,
  envDir: false,
  build: { ...config.build, outDir: folder, emptyOutDir: true },
})
await compressAssets(folder)
