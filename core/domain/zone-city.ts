/** The city of an IANA zone as people write it: `Europe/Madrid` → "Madrid", `America/New_York` → "New York". */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
