/** Whether people can mean a day, YYYY-MM-DD. PostgreSQL has no year 0. */
export function isDayInRange(day: string): boolean {
  return day >= '1900' && day < '3000'
}
