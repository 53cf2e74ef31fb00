using System.Text.RegularExpressions;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Processes;

namespace Crash.Tampering;

/// <summary>Does one thing to a copy, and asks <c>journal verify</c>, the program, whether it notices, and where.</summary>
internal sealed partial class VerifyClient(JournalToTamper original, string way) : IClient
{
    private const int Sound = 0;
    private const int Damaged = 1;

    private TamperedJournal? _copy;
    private long? _place;
    private (int Code, string Output, string Errors) _answer;
    private string? _failure;

    public void Prepare(long ordinal)
    {
        _copy?.Dispose();
        _copy = new(original);
        _place = Tamperings.Apply(way, _copy, ordinal);
    }

    public async Task SendAsync(CancellationToken deadline)
    {
        string[] anchor = way is Tamperings.OldCopy or Tamperings.GrownCopy ? ["--anchor", original.Anchor] : [];
        try
        {
            _answer = await JournalProcess.RunAsync(
                null, ["verify", _copy!.Folder, "--vkey", original.Verifier, .. anchor], deadline);
            _failure = null;
        }
        catch (OperationCanceledException)
        {
            _failure = "verify did not end in time";
        }
    }

    public RequestAssessment Check()
    {
        var wanted = way == Tamperings.Untouched ? Sound : Damaged;
        return _failure is not null ? new(Outcome.TimedOut, _failure)
            : _answer.Code != wanted ? new(Outcome.Wrong, $"{way}: verify ended with {_answer.Code} instead of {wanted}")
            : _place is { } frame && !IsNamed(frame)
                ? new(Outcome.Wrong, $"{way}: verify does not name the place")
            : RequestAssessment.Ok;
    }

    public void Dispose() => _copy?.Dispose();

    /// <summary>Whether <c>verify</c> calls the frame damaged or missing, or something wrong at its place.</summary>
    private bool IsNamed(long frame) =>
        BadZone().Matches(_answer.Output)
            .Any(match => long.Parse(match.Groups[1].ValueSpan) <= frame && frame <= long.Parse(match.Groups[2].ValueSpan))
        || _answer.Errors.Contains($"(frame {frame})", StringComparison.Ordinal);

    [GeneratedRegex(@"^(?:damaged|missing): frames (\d+) to (\d+)", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex BadZone();
}

/// <summary>Clients that all do the same.</summary>
internal sealed class VerifyClients(JournalToTamper original, string way) : IClientSource
{
    public WireCounter? Wire => null;

    public IClient NewClient(int number) => new VerifyClient(original, way);
}
