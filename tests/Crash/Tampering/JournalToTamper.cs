using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Processes;

namespace Crash.Tampering;

/// <summary>A journal of three segments and some fifty frames, as it was before the last segment, and one of another log.</summary>
internal sealed class JournalToTamper : ISystemUnderTest
{
    private const int Segments = 3;
    private const int LinesOfASegment = 16;

    private readonly DirectoryInfo _directory = Directory.CreateTempSubdirectory("lab-tamper-");

    private JournalToTamper()
    {
    }

    public string Journal => Path.Combine(_directory.FullName, "journal");

    /// <summary>The same, earlier.</summary>
    public string Old => Path.Combine(_directory.FullName, "old");

    /// <summary>The same, which has gone on by itself with other lines, and holds more than the journal.</summary>
    public string Grown => Path.Combine(_directory.FullName, "grown");

    /// <summary>The last checkpoint, as somebody kept it elsewhere.</summary>
    public string Anchor => Path.Combine(Journal, "log", "checkpoint");

    /// <summary>Its identity, as somebody copied it off the machine.</summary>
    public string Verifier => Path.Combine(Journal, "log.vkey");

    public IReadOnlyList<SegmentFrames> Other { get; private set; } = [];

    public IReadOnlyList<IObservedProcess> Processes => [];

    public HostControl? Control => null;

    public bool IsOurs => true;

    public static async Task<ISystemUnderTest> MakeAsync(SetupContext context, CancellationToken cancellationToken)
    {
        var made = new JournalToTamper();
        var other = Path.Combine(made._directory.FullName, "other");
        var log = Path.Combine(context.Folder.FullName, "tampered-journal.log");
        try
        {
            foreach (var folder in new[] { made.Journal, other })
            {
                await JournalProcess.InitAsync(null, folder, $"{folder}.pem", cancellationToken);
                for (var segment = 0; segment < Segments; segment++)
                {
                    if (folder == made.Journal && segment == Segments - 1)
                    {
                        TamperedJournal.Copy(folder, made.Old);
                        TamperedJournal.Copy(folder, made.Grown, withKeys: true);
                    }

                    await FillAsync(folder, log, LinesOfASegment, cancellationToken);
                }
            }

            await FillAsync(made.Grown, log, 2 * LinesOfASegment, cancellationToken);
            made.Other = SegmentFrames.Of(other);
            return made;
        }
        catch
        {
            await made.DisposeAsync();
            throw;
        }
    }

    public ValueTask DisposeAsync()
    {
        _directory.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    /// <summary>A start makes a segment, and each line that is waited for a frame.</summary>
    private static async Task FillAsync(string folder, string log, int lines, CancellationToken cancellationToken)
    {
        await using var journal = await JournalProcess.StartAsync(null, folder, log, processors: null, cancellationToken);
        using var http = new HttpClient { BaseAddress = journal.Http };
        for (var i = 0; i < lines; i++)
        {
            using var answer = await http.PostAsync("/v1/lines", new StringContent($"<13>Nov 22 10:00:00 lab: {i}"), cancellationToken);
            answer.EnsureSuccessStatusCode();
        }
    }
}
