using Hosting.Logging;
using Journal.Log.Signing;
using Journal.Log.Witnessing;
using Prometheus;

namespace Journal.Features.Witnessing;

/// <summary>
/// Checks checkpoints of other logs: a few at once, each for a limited time. Signatures that take the library long occupy a place here, and
/// nothing else.
/// </summary>
internal sealed partial class WitnessDesk : IDisposable
{
    private const int Places = 4;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _places = new(Places);
    private readonly Witness _witness;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly Dictionary<WitnessVerdict, Counter.Child> _answers;
    private readonly LineAMinute _forkLine;
    private readonly LineAMinute _otherLine;

    public WitnessDesk(Witness witness, CollectorRegistry registry, TimeProvider time, ILogger<WitnessDesk> logger)
    {
        (_witness, _time, _logger) = (witness, time, logger);
        (_forkLine, _otherLine) = (new(time), new(time));
        var answers = Prometheus.Metrics.WithCustomRegistry(registry).CreateCounter(
            "journal_witness_answers_total", "Checkpoints of other logs that this journal was asked to sign, by its answer.", "answer");
        _answers = Enum.GetValues<WitnessVerdict>()
            .ToDictionary(verdict => verdict, verdict => answers.WithLabels(verdict.ToString().ToLowerInvariant()));
    }

    /// <exception cref="InvalidDataException">The request is not a checkpoint.</exception>
    /// <exception cref="IOException">The new state cannot be written to the disk.</exception>
    /// <exception cref="TimeoutException">Too many checkpoints are being checked.</exception>
    public async Task<WitnessAnswer> AnswerAsync(CheckpointOffer offer, CancellationToken cancellationToken)
    {
        if (!await _places.WaitAsync(Patience, cancellationToken))
        {
            throw new TimeoutException();
        }

        var answer = await Task.Run(() => Answer(offer), CancellationToken.None).WaitAsync(Patience, _time, cancellationToken);
        _answers[answer.Verdict].Inc();
        Tell(answer, offer.Note);
        return answer;
    }

    public SignedNote? Last(string id) => _witness.Last(id);

    public void Dispose() => _places.Dispose();

    private WitnessAnswer Answer(CheckpointOffer offer)
    {
        try
        {
            return _witness.Answer(offer);
        }
        finally
        {
            _places.Release();
        }
    }

    /// <summary>The note is the evidence. The log may send it repeatedly; it is logged only from time to time.</summary>
    private void Tell(WitnessAnswer answer, SignedNote note)
    {
        if (answer.Verdict == WitnessVerdict.Fork && _forkLine.IsDue())
        {
            Log.Fork(_logger, note.Text.ReplaceLineEndings(" "), string.Join(' ', note.Signatures));
        }
        else if (answer.Verdict == WitnessVerdict.NotConsistent && _otherLine.IsDue())
        {
            Log.NotConsistent(_logger, answer.Size, note.Text.ReplaceLineEndings(" "), string.Join(' ', note.Signatures));
        }
    }

    private static partial class Log
    {
        [LoggerMessage(
            41, LogLevel.Critical, "A log has signed two histories. This one was not signed here: {Checkpoint}{Signatures}")]
        public static partial void Fork(ILogger logger, string checkpoint, string signatures);

        [LoggerMessage(
            42, LogLevel.Warning,
            "A log did not prove that it continues the {Size} frames that were signed here: it is an older copy, or somebody has "
            + "sent its checkpoint with a wrong proof. Not signed here: {Checkpoint}{Signatures}")]
        public static partial void NotConsistent(ILogger logger, long size, string checkpoint, string signatures);
    }
}
