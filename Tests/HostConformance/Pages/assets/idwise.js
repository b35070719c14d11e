// A dynamic journey as IDWise's guide has it: initialize, start, one step, finish when its result has come.
import {documentType, leaves, play, scanning} from './play.js';

let journey;
const steps = [];
const journeyDelegate = {
  JourneyStarted(journeyID) {
    journey = journeyID;
    if (play === 'cancelled') return IDWise.cancelJourney(journeyID);
    IDWise.startStep(play === 'failure' ? '3' : documentType === 'visa' ? '4' : '2');
  },
  JourneyFinished() { console.info('finished'); },
  JourneyCancelled() { console.info('cancelled'); },
  onJourneyResumed() {},
  onError({code, message}) {
    if (leaves(message.includes('another scan'))) return;
    console.error('error', code, message);
    // The SDK's host goes on from there; this page has nothing else to do.
    IDWise.cancelJourney(journey);
  },
};
const stepDelegate = {
  onStepProgress(stepId, progress) { scanning(progress); },
  onStepCaptured(stepId, capturedImage) { steps.push([stepId, typeof capturedImage]); },
  onStepResult(stepId, result) {
    if (typeof stepId !== 'number') throw new Error('a step is a number');
    IDWise.getJourneySummary(journey, (summary, error) => {
      if (error || summary.isCompleted || summary.stepSummaries[0].definition.stepId !== stepId) {
        throw new Error('a wrong summary');
      }
      console.info(result.status, steps.length);
      IDWise.finishDynamicJourney(journey);
    });
  },
};
IDWise.initialize('key', 'dark', (error) => {
  if (error) throw new Error(error.message);
  if (getComputedStyle(document.documentElement).colorScheme !== 'dark') throw new Error('no theme');
  IDWise.startDynamicJourney('kyc', 'case 7', 'en', journeyDelegate, stepDelegate);
});
