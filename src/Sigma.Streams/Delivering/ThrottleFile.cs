using Durable;
using Microsoft.Extensions.Options;
using Sigma.Streams.Flow;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Delivering;

/// <summary>
/// The held-back alerts, in a file of the data folder: a line for each change, on the disk before its delivery is done. After a crash the
/// next start sends them.
/// </summary>
/// <param name="options">Name the data folder.</param>
/// <param name="throttle">Knows what is held back.</param>
/// <param name="disk">The disk; null for the machine's own.</param>
internal sealed class ThrottleFile(IOptions<SigmaOptions> options, Throttle throttle, IDisk? disk = null) : ISink
{
    public const string Name = "throttle";

    /// <summary>
    /// A larger file is rewritten with the alerts that are still held, once it is twice as long as after the last rewrite.
    /// </summary>
    public long MaxBytes { get; init; } = 16 << 20;

    private readonly IDisk _disk = disk ?? LocalDisk.Instance;
    private readonly string _path = PathIn(options.Value.DataDirectory);
    private readonly LineFile _changes = new(PathIn(options.Value.DataDirectory), disk) { MakesFolder = true };
    private long _keptBytes;

    /// <summary>Reads what a crash has left.</summary>
    public void Begin()
    {
        if (!File.Exists(_path))
        {
            return;
        }

        var held = new Dictionary<long, HeldAlert>();
        foreach (var change in File.ReadLines(_path).Select(HeldAlert.Read).OfType<HeldAlert>()) // a torn line was never acknowledged
        {
            held[change.Number] = change;
        }

        throttle.Restore(held.Values.Where(change => change.Last is not null).OrderBy(change => change.Number));
    }

    public Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken)
    {
        if (throttle.Unwritten.Count > 0)
        {
            var length = _changes.Append([.. throttle.Unwritten.SelectMany(held => held.ToLine())]);
            if (length > Math.Max(MaxBytes, 2 * _keptBytes) || !throttle.Held.Any())
            {
                _disk.Replace(_path, throttle.Held.Select(held => held.ToLine()));
                _keptBytes = new FileInfo(_path).Length;
            }

            throttle.Written();
        }

        return Task.FromResult<IReadOnlyList<DeadLetter>>([]);
    }

    private static string PathIn(string folder) => Path.Combine(folder, "throttled.ndjson");
}
