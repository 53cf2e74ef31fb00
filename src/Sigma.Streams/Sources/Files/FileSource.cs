using Microsoft.Extensions.Options;
using Sigma.Streams.Flow;
using Sigma.Streams.Metrics;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Sources.Files;

/// <summary>Follows files and folders of NDJSON across rotation, from where the last delivery ended.</summary>
internal sealed class FileSource(
    IOptions<FileSettings> settings, TimeProvider time, SigmaMetrics metrics, ILogger<FileFollower> logger) : ISource
{
    public const string Name = "file";

    private static readonly TimeSpan LookPeriod = TimeSpan.FromMilliseconds(250);

    // A last line without an end, of a file that lost its path, is taken only when nothing more arrives for a while.
    private const int LooksUntilGone = 8;

    private long _lag;

    public async Task RunAsync(IIntake intake, CancellationToken cancellationToken)
    {
        if (settings.Value.Paths is [])
        {
            throw new InvalidDataException("The source file needs Sigma:File:Paths: write --events PATH.");
        }

        using var follower = new FileFollower(settings.Value.Paths, intake.PositionsOf(Name), logger);
        metrics.Measure("sigma_source_lag_bytes", "Bytes of files that were not read yet.", () => Volatile.Read(ref _lag));
        using var timer = new PeriodicTimer(LookPeriod, time);
        var left = new Dictionary<FollowedFile, int>();
        do
        {
            follower.Look();
            Volatile.Write(ref _lag, follower.Files.Sum(file => Math.Max(file.Seen.Length - file.End, 0)));
            var looked = time.GetTimestamp();
            while (await ReadAllAsync(follower, intake, left, cancellationToken) && time.GetElapsedTime(looked) < LookPeriod)
            {
                // Continues as long as any file has more, and no check for files is due.
            }

            foreach (var file in follower.Files.ToList())
            {
                var looks = left[file] = file.IsLeft ? left.GetValueOrDefault(file) + 1 : 0;
                if (looks > LooksUntilGone && !await file.ReadAsync(intake, isLast: true, cancellationToken) && file.Failure is null)
                {
                    left.Remove(file);
                    await intake.TakeAsync(new(Name, ReadOnlyMemory<StreamRecord>.Empty, [file.Forgotten]), cancellationToken);
                    follower.Remove(file);
                }
            }
        }
        while (await timer.WaitForNextTickAsync(cancellationToken));
    }

    /// <summary>Reads a block of each file. A file that has more, or may have, is not closer to being given up.</summary>
    private static async Task<bool> ReadAllAsync(
        FileFollower follower, IIntake intake, Dictionary<FollowedFile, int> left, CancellationToken cancellationToken)
    {
        var any = false;
        foreach (var file in follower.Files)
        {
            var isMore = await file.ReadAsync(intake, isLast: false, cancellationToken);
            if (isMore || file.Failure is not null)
            {
                left[file] = 0;
            }

            any |= isMore;
        }

        return any;
    }
}
