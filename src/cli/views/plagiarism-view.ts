import type { PlagiarismAudit, SimilarPlace } from "../../results/audit/plagiarism/plagiarism-audit.ts";
import { bold, dim, joinLines, styled, type Text } from "../styled-text.ts";
import { describeFinding } from "./findings-view.ts";

const mostLines = 8;

/** The findings about a group, each with the beginning of both passages. */
export function describePlagiarism({ group, findings, pairs, examined, notes }: PlagiarismAudit): Text {
  const { runs, programs, kernels, pairs: compared } = examined;
  return joinLines([
    styled`${bold(group)}  ${dim(`${runs} runs, ${programs} programs, ${kernels} kernels, ${compared} pairs`)}`,
    ...findings.flatMap((finding, at) => [
      describeFinding(finding),
      ...passage("program ", pairs[at]!.program),
      ...passage("other   ", pairs[at]!.other),
    ]),
    ...notes.map((each) => styled`${dim("note  ")}  ${each}`),
  ]);
}

function passage(title: string, { firstLine, lastLine, text }: SimilarPlace): Text[] {
  const lines = text.split("\n").slice(0, mostLines);
  const more = lastLine - firstLine + 1 - lines.length;
  return [
    ...lines.map(
      (line, at) => styled`        ${dim(at === 0 ? title : "        ")}  ${dim(`${firstLine + at} |`)} ${line}`,
    ),
    ...(more > 0 ? [styled`                  ${dim(`... and ${more} more lines`)}`] : []),
  ];
}
