using Microsoft.Extensions.Options;
using Sigma.Streams.Flow;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Delivering;

/// <summary>
/// The held-back alerts, in a file of the data folder: a line for each change, on the disk before its delivery is done. After a crash the
/// next start sends them.
/// </summary>
internal sealed class ThrottleFile(IOptions<SigmaOptions> options, Throttle throttle) : ISink, IDisposable
{
    public const string Name = "throttle";

    /// <summary>
    /// A larger file is rewritten with the alerts that are still held, once it is twice as long as after the last rewrite.
    /// </summary>
    private const long MaxBytes = 16 << 20;

    private readonly string _path = Path.Combine(options.Value.DataDirectory, "throttled.ndjson");
    private FileStream? _file;
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
            try
            {
                Append([.. throttle.Unwritten.SelectMany(held => held.ToLine())]);
                throttle.Written();
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        return Task.FromResult<IReadOnlyList<DeadLetter>>([]);
    }

    public void Dispose()
    {
        _file?.Dispose();
        _file = null;
    }

    private void Append(byte[] lines)
    {
        _file ??= Open();
        _file.Write(lines);
        _file.Flush(flushToDisk: true);
        if (_file.Length > Math.Max(MaxBytes, 2 * _keptBytes) || !throttle.Held.Any())
        {
            WriteAnew();
        }
    }

    /// <summary>Ends a line that a failed call left incomplete.</summary>
    private FileStream Open()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(_path))!);
        var file = new FileStream(_path, FileMode.Append, FileAccess.Write, FileShare.Read | FileShare.Delete, bufferSize: 0);
        if (file.Length > 0)
        {
            file.WriteByte((byte)'\n');
        }

        return file;
    }

    private void WriteAnew()
    {
        Dispose();
        var next = $"{_path}.next";
        using (var file = File.Create(next))
        {
            foreach (var held in throttle.Held)
            {
                file.Write(held.ToLine());
            }

            file.Flush(flushToDisk: true);
            _keptBytes = file.Length;
        }

        File.Move(next, _path, overwrite: true);
    }
}
