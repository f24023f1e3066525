// A blank line after each heading keeps the formatter from sorting one group into another.

// Labels

export { accuracy } from "./accuracy.ts";
export { macroF1 } from "./macro-f1.ts";
export { matthewsCorrelation } from "./matthews-correlation.ts";
export { microF1 } from "./micro-f1.ts";
export { probabilisticF1 } from "./probabilistic-f1.ts";
export { quadraticWeightedKappa } from "./quadratic-weighted-kappa.ts";

// Rankings

export { type AtKOptions, averagePrecisionAtK } from "./average-precision-at-k.ts";
export {
  type BiasAucOptions,
  biasAuc,
  subgroupAuc,
  subgroupNegativeAuc,
  subgroupPositiveAuc,
} from "./bias-auc.ts";
export { type GeneralizedMeanOptions, generalizedMean } from "./generalized-mean.ts";
export { kendallTau } from "./kendall-tau.ts";
export { type ClassCountOptions, labelWeightedRankingPrecision } from "./label-weighted-ranking-precision.ts";
export { meanAveragePrecisionAtK } from "./mean-average-precision-at-k.ts";
export { rocAuc } from "./roc-auc.ts";
export { type RocCurve, type RocCurveOptions, rocCurve } from "./roc-curve.ts";
export { type WeightedRocAucOptions, weightedRocAuc } from "./weighted-roc-auc.ts";

// Probabilities

export { binaryLogLoss } from "./binary-log-loss.ts";
export { type KlDivergenceOptions, klDivergence } from "./kl-divergence.ts";
export { type LaplaceLogLikelihoodOptions, laplaceLogLikelihood } from "./laplace-log-likelihood.ts";
export { type LogLossOptions, logLoss } from "./log-loss.ts";
export {
  type WeightedMultiLabelLogLossOptions,
  weightedMultiLabelLogLoss,
} from "./weighted-multi-label-log-loss.ts";

// Numbers

export { angularError, type Directions } from "./angular-error.ts";
export { type GlobePositions, haversineDistances, haversineError } from "./haversine-error.ts";
export { type GroupOptions, logMeanAbsoluteErrorByGroup } from "./log-mean-absolute-error-by-group.ts";
export { meanAbsoluteError } from "./mean-absolute-error.ts";
export { meanColumnwiseRootMeanSquaredError } from "./mean-columnwise-root-mean-squared-error.ts";
export { pearson } from "./pearson.ts";
export { rootMeanSquaredError } from "./root-mean-squared-error.ts";
export { rootMeanSquaredLogError } from "./root-mean-squared-log-error.ts";
export { spearman } from "./spearman.ts";

// Texts and sequences

export { levenshtein } from "./levenshtein.ts";
export { meanLevenshtein } from "./mean-levenshtein.ts";
export { sequenceErrorRate } from "./sequence-error-rate.ts";
export { sequenceLevenshtein } from "./sequence-levenshtein.ts";
export { type WordJaccardOptions, wordJaccard } from "./word-jaccard.ts";

// Masks, boxes and detection

export { maskFromPixels, type RunMask } from "../lib/geometry/run-mask.ts";
export { averagePrecision } from "./average-precision.ts";
export { boxMeanAveragePrecision, type LabelledBox } from "./box-mean-average-precision.ts";
export { boxOverlap, type CornerBox } from "./box-overlap.ts";
export { type CocoOptions, cocoAveragePrecision } from "./coco-average-precision.ts";
export { convexIntersection } from "./convex-intersection.ts";
export { dice } from "./dice.ts";
export { hausdorffDistance } from "./hausdorff-distance.ts";
export { maskFBeta } from "./mask-f-beta.ts";
export { maskIouPrecision } from "./mask-iou-precision.ts";
export { type PageBoxes, type PagePoints, pointInBoxF1 } from "./point-in-box-f1.ts";
export { type DiceOptions, pooledDice } from "./pooled-dice.ts";
export { type BoxPose, type RotatedBox, rotatedBox } from "./rotated-box.ts";
export { type LabelledBoxPose, rotatedBoxAveragePrecision } from "./rotated-box-average-precision.ts";
export { rotatedBoxOverlap } from "./rotated-box-overlap.ts";
