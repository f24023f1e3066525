import type { CompetitionDefinition } from "../contracts/competition.ts";

type Loader = () => Promise<{ readonly default: CompetitionDefinition }>;

/** Every competition, loaded on demand: commands load only the ones they need. */
const loaders: Readonly<Record<string, Loader>> = {
  "3d-object-detection-for-autonomous-vehicles": () =>
    import("./3d-object-detection-for-autonomous-vehicles/competition.ts"),
  AI4Code: () => import("./AI4Code.ts"),
  "aerial-cactus-identification": () => import("./aerial-cactus-identification.ts"),
  "alaska2-image-steganalysis": () => import("./alaska2-image-steganalysis.ts"),
  "aptos2019-blindness-detection": () => import("./aptos2019-blindness-detection.ts"),
  "billion-word-imputation": () => import("./billion-word-imputation.ts"),
  "bms-molecular-translation": () => import("./bms-molecular-translation.ts"),
  "cassava-leaf-disease-classification": () => import("./cassava-leaf-disease-classification.ts"),
  "cdiscount-image-classification-challenge": () => import("./cdiscount-image-classification-challenge.ts"),
  "chaii-hindi-and-tamil-question-answering": () => import("./chaii-hindi-and-tamil-question-answering.ts"),
  "champs-scalar-coupling": () => import("./champs-scalar-coupling.ts"),
  "demo-bakery-sales": () => import("./demo/demo-bakery-sales.ts"),
  "demo-message-topic": () => import("./demo/demo-message-topic.ts"),
  "demo-plant-flowering": () => import("./demo/demo-plant-flowering.ts"),
  "demo-repair-minutes": () => import("./demo/demo-repair-minutes.ts"),
  "demo-shape-images": () => import("./demo/demo-shape-images.ts"),
  "denoising-dirty-documents": () => import("./denoising-dirty-documents.ts"),
  "detecting-insults-in-social-commentary": () => import("./detecting-insults-in-social-commentary.ts"),
  "dog-breed-identification": () => import("./dog-breed-identification.ts"),
  "dogs-vs-cats-redux-kernels-edition": () => import("./dogs-vs-cats-redux-kernels-edition.ts"),
  "facebook-recruiting-iii-keyword-extraction": () => import("./facebook-recruiting-iii-keyword-extraction.ts"),
  "freesound-audio-tagging-2019": () => import("./freesound-audio-tagging-2019.ts"),
  "google-quest-challenge": () => import("./google-quest-challenge.ts"),
  "google-research-identify-contrails-reduce-global-warming": () =>
    import("./google-research-identify-contrails-reduce-global-warming.ts"),
  "h-and-m-personalized-fashion-recommendations": () =>
    import("./h-and-m-personalized-fashion-recommendations/competition.ts"),
  "herbarium-2020-fgvc7": () => import("./herbarium-2020-fgvc7.ts"),
  "herbarium-2021-fgvc8": () => import("./herbarium-2021-fgvc8.ts"),
  "herbarium-2022-fgvc9": () => import("./herbarium-2022-fgvc9.ts"),
  "histopathologic-cancer-detection": () => import("./histopathologic-cancer-detection.ts"),
  "hms-harmful-brain-activity-classification": () => import("./hms-harmful-brain-activity-classification.ts"),
  "hotel-id-2021-fgvc8": () => import("./hotel-id-2021-fgvc8.ts"),
  "hubmap-kidney-segmentation": () => import("./hubmap-kidney-segmentation.ts"),
  "icecube-neutrinos-in-deep-ice": () => import("./icecube-neutrinos-in-deep-ice/competition.ts"),
  "imet-2020-fgvc7": () => import("./imet-2020-fgvc7.ts"),
  "inaturalist-2019-fgvc6": () => import("./inaturalist-2019-fgvc6/competition.ts"),
  "invasive-species-monitoring": () => import("./invasive-species-monitoring.ts"),
  "iwildcam-2019-fgvc6": () => import("./iwildcam-2019-fgvc6.ts"),
  "iwildcam-2020-fgvc7": () => import("./iwildcam-2020-fgvc7/competition.ts"),
  "jigsaw-toxic-comment-classification-challenge": () => import("./jigsaw-toxic-comment-classification-challenge.ts"),
  "jigsaw-unintended-bias-in-toxicity-classification": () =>
    import("./jigsaw-unintended-bias-in-toxicity-classification.ts"),
  "kuzushiji-recognition": () => import("./kuzushiji-recognition.ts"),
  "leaf-classification": () => import("./leaf-classification.ts"),
  "learning-agency-lab-automated-essay-scoring-2": () => import("./learning-agency-lab-automated-essay-scoring-2.ts"),
  "lmsys-chatbot-arena": () => import("./lmsys-chatbot-arena.ts"),
  "ml2021spring-hw2": () => import("./ml2021spring-hw2.ts"),
  "mlsp-2013-birds": () => import("./mlsp-2013-birds.ts"),
  "movie-review-sentiment-analysis-kernels-only": () => import("./movie-review-sentiment-analysis-kernels-only.ts"),
  "multi-modal-gesture-recognition": () => import("./multi-modal-gesture-recognition.ts"),
  "new-york-city-taxi-fare-prediction": () => import("./new-york-city-taxi-fare-prediction.ts"),
  "nfl-player-contact-detection": () => import("./nfl-player-contact-detection.ts"),
  "nomad2018-predict-transparent-conductors": () => import("./nomad2018-predict-transparent-conductors.ts"),
  "osic-pulmonary-fibrosis-progression": () => import("./osic-pulmonary-fibrosis-progression/competition.ts"),
  "paddy-disease-classification": () => import("./paddy-disease-classification.ts"),
  "petfinder-pawpularity-score": () => import("./petfinder-pawpularity-score.ts"),
  "plant-pathology-2020-fgvc7": () => import("./plant-pathology-2020-fgvc7.ts"),
  "plant-pathology-2021-fgvc8": () => import("./plant-pathology-2021-fgvc8.ts"),
  "plant-seedlings-classification": () => import("./plant-seedlings-classification.ts"),
  "playground-series-s3e18": () => import("./playground-series-s3e18.ts"),
  "predict-volcanic-eruptions-ingv-oe": () => import("./predict-volcanic-eruptions-ingv-oe.ts"),
  "random-acts-of-pizza": () => import("./random-acts-of-pizza.ts"),
  "ranzcr-clip-catheter-line-classification": () => import("./ranzcr-clip-catheter-line-classification.ts"),
  "rsna-2022-cervical-spine-fracture-detection": () => import("./rsna-2022-cervical-spine-fracture-detection.ts"),
  "rsna-breast-cancer-detection": () => import("./rsna-breast-cancer-detection.ts"),
  "rsna-miccai-brain-tumor-radiogenomic-classification": () =>
    import("./rsna-miccai-brain-tumor-radiogenomic-classification.ts"),
  "seti-breakthrough-listen": () => import("./seti-breakthrough-listen.ts"),
  "siim-covid19-detection": () => import("./siim-covid19-detection.ts"),
  "siim-isic-melanoma-classification": () => import("./siim-isic-melanoma-classification.ts"),
  "smartphone-decimeter-2022": () => import("./smartphone-decimeter-2022.ts"),
  "spaceship-titanic": () => import("./spaceship-titanic.ts"),
  "spooky-author-identification": () => import("./spooky-author-identification.ts"),
  "stanford-covid-vaccine": () => import("./stanford-covid-vaccine/competition.ts"),
  "statoil-iceberg-classifier-challenge": () => import("./statoil-iceberg-classifier-challenge.ts"),
  "tabular-playground-series-dec-2021": () => import("./tabular-playground-series-dec-2021.ts"),
  "tabular-playground-series-may-2022": () => import("./tabular-playground-series-may-2022.ts"),
  "tensorflow-speech-recognition-challenge": () => import("./tensorflow-speech-recognition-challenge.ts"),
  "tensorflow2-question-answering": () => import("./tensorflow2-question-answering/competition.ts"),
  "text-normalization-challenge-english-language": () => import("./text-normalization-challenge-english-language.ts"),
  "text-normalization-challenge-russian-language": () => import("./text-normalization-challenge-russian-language.ts"),
  "tgs-salt-identification-challenge": () => import("./tgs-salt-identification-challenge.ts"),
  "the-icml-2013-whale-challenge-right-whale-redux": () =>
    import("./the-icml-2013-whale-challenge-right-whale-redux.ts"),
  "tweet-sentiment-extraction": () => import("./tweet-sentiment-extraction.ts"),
  "us-patent-phrase-to-phrase-matching": () => import("./us-patent-phrase-to-phrase-matching.ts"),
  "uw-madison-gi-tract-image-segmentation": () => import("./uw-madison-gi-tract-image-segmentation/competition.ts"),
  "ventilator-pressure-prediction": () => import("./ventilator-pressure-prediction.ts"),
  "vesuvius-challenge-ink-detection": () => import("./vesuvius-challenge-ink-detection.ts"),
  "vinbigdata-chest-xray-abnormalities-detection": () =>
    import("./vinbigdata-chest-xray-abnormalities-detection/competition.ts"),
  "whale-categorization-playground": () => import("./whale-categorization-playground.ts"),
};

/** The ids of all competitions of this package, in ASCII order like upstream's list. */
export const competitionIds: readonly string[] = Object.keys(loaders);

/** Competitions from outside this package. */
const registered = new Map<string, CompetitionDefinition>();

/** Adds a competition from outside this package, whose facts are registered too. */
export function registerDefinition(definition: CompetitionDefinition): void {
  registered.set(definition.id, definition);
}

/** The code of one competition. The id must be one of `competitionIds`, or registered. */
export async function loadDefinition(id: string): Promise<CompetitionDefinition> {
  const own = registered.get(id);
  if (own !== undefined) return own;
  const loader = loaders[id];
  if (loader === undefined) throw new RangeError(`There is no competition ${JSON.stringify(id)}.`);
  return (await loader()).default;
}
