/** A place in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** The positions in NMEA 0183 sentences (GGA and RMC), in order. Lines that are something else are passed over. */
export function nmeaPositions(text: string): Position[] {
  const sentence = /^\$..(?:GGA,[^,]*|RMC,[^,]*,A),(\d+\.?\d*),([NS]),(\d+\.?\d*),([EW])/gm;
  return Array.from(text.matchAll(sentence), ([, latitude, north, longitude, east]) => ({
    latitude: degrees(latitude!) * (north === "S" ? -1 : 1),
    longitude: degrees(longitude!) * (east === "W" ? -1 : 1),
  }));
}

/** `3723.4567` is 37 degrees and 23.4567 minutes. */
function degrees(text: string): number {
  const value = Number(text);
  const whole = Math.floor(value / 100);
  return whole + (value - 100 * whole) / 60;
}
