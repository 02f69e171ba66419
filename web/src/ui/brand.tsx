import { useConfig } from '../lib/config.ts'
import classes from './brand.module.css'
import emblem from './emblem.svg'

/** The firm's logo, or a survey mark if it has no logo, and its name. */
export function Brand() {
  const { companyLogo, companyName } = useConfig()
  return (
    <span className={classes.brand}>
      <img className={classes.logo} src={companyLogo || emblem} alt="" />
      <span className={classes.name}>{companyName}</span>
    </span>
  )
}
