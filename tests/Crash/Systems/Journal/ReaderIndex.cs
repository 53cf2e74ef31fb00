using System.Text;
using System.Text.Json;
using Crash.Faults;
using Load.Machine;
using Load.Systems.Journal.Processes;

namespace Crash.Systems.Journal;

/// <summary>
/// A reader's index beside the journal: made again and again while the journal is killed, and killed itself. Whatever state its files are
/// in, a search has to find exactly the lines that a replay finds.
/// </summary>
internal sealed class ReaderIndex : IAsyncDisposable
{
    private const int LongestRun = 3000;

    /// <summary>Part of every line that is sent: the index is asked for it.</summary>
    private const string Common = "lab sender[";

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(300);

    private readonly string? _assembly;
    private readonly string _folder;
    private readonly string _key;
    private readonly Random _random;
    private readonly SemaphoreSlim _gate = new(1);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _making;

    public ReaderIndex(string? assembly, string folder, string key, int seed)
    {
        (_assembly, _folder, _key, _random) = (assembly, folder, key, new(seed));
        _making = MakeAgainAndAgainAsync();
    }

    private string Files => Path.Combine(_folder, "index");

    /// <summary>Damages the index, searches with it, makes it again, and searches again.</summary>
    /// <param name="lines">What a replay has found.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    /// <exception cref="LabException">A search has found more or less than that, or a damaged index was believed.</exception>
    public async Task CheckAsync(ILookup<string, byte[]> lines, CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken);
        try
        {
            var expected = lines.SelectMany(line => line, (line, _) => line.Key).Order(StringComparer.Ordinal).ToList();
            await RunAsync(["index"], cancellationToken);
            Damage();
            var damaged = await SearchAsync(Common, cancellationToken);
            ThrowUnless(damaged.Found.SequenceEqual(expected), "with a damaged index", damaged.Found.Count, expected.Count);
            await RunAsync(["index"], cancellationToken);
            var sound = await SearchAsync(Common, cancellationToken);
            ThrowUnless(sound.Found.SequenceEqual(expected), "with the index made again", sound.Found.Count, expected.Count);
            ThrowUnless(!sound.Words.Contains("is not used", StringComparison.Ordinal), $"that said: {sound.Words}", 0, 0);
            var one = expected.Count > 0 ? expected[_random.Next(expected.Count)] : "nothing was sent";
            var (found, _) = await SearchAsync(one, cancellationToken);
            var holding = expected.Count(line => line.Contains(one, StringComparison.Ordinal)); // line 1 is in line 12 too
            ThrowUnless(found.Count == holding, $"for '{one}'", found.Count, holding);
            var (never, _) = await SearchAsync("lab sender[was never sent", cancellationToken);
            ThrowUnless(never.Count == 0, "for what was never sent", never.Count, 0);
        }
        finally
        {
            _gate.Release();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _making;
        _stop.Dispose();
        _gate.Dispose();
    }

    private static void ThrowUnless(bool holds, string what, int found, int expected)
    {
        if (!holds)
        {
            throw new LabException($"A search {what} found {found} lines; the log holds {expected}.", CrashLab.Found);
        }
    }

    /// <summary>Each second run is killed at a random moment.</summary>
    private async Task MakeAgainAndAgainAsync()
    {
        for (var run = 0; !_stop.IsCancellationRequested; run++)
        {
            try
            {
                await _gate.WaitAsync(_stop.Token);
                try
                {
                    using var end = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
                    if (run % 2 == 1)
                    {
                        end.CancelAfter(_random.Next(LongestRun));
                    }

                    await JournalProcess.RunAsync(_assembly, ["index", "--key", _key, JournalProcess.Data(_folder)], end.Token);
                }
                finally
                {
                    _gate.Release();
                }

                await Task.Delay(Pause, _stop.Token);
            }
            catch (OperationCanceledException)
            {
                // It was killed, on purpose.
            }
        }
    }

    /// <summary>A flipped bit, a lost end, the file of another segment.</summary>
    private void Damage()
    {
        var files = Directory.Exists(Files) ? Directory.GetFiles(Files) : [];
        foreach (var kind in files.Length == 0 ? [] : Enumerable.Range(0, 3))
        {
            var file = files[_random.Next(files.Length)];
            var bytes = File.ReadAllBytes(file);
            if (kind == 0 && bytes.Length > 0)
            {
                bytes[_random.Next(bytes.Length)] ^= (byte)(1 << _random.Next(8));
            }

            bytes = kind == 1 ? bytes[.._random.Next(bytes.Length + 1)] : kind == 2 ? File.ReadAllBytes(files[_random.Next(files.Length)]) : bytes;
            File.WriteAllBytes(file, bytes);
        }
    }

    private async Task<(List<string> Found, string Words)> SearchAsync(string text, CancellationToken cancellationToken)
    {
        var (output, words) = await RunAsync(["search", text, "--limit", "0", "--format", "json"], cancellationToken);
        var found = output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Message).Order(StringComparer.Ordinal).ToList();
        return (found, words);

        static string Message(string line)
        {
            using var json = JsonDocument.Parse(Encoding.UTF8.GetBytes(line));
            return json.RootElement.GetProperty("message").GetString()!;
        }
    }

    private async Task<(string Output, string Words)> RunAsync(string[] command, CancellationToken cancellationToken)
    {
        var (code, output, errors) = await JournalProcess.RunAsync(
            _assembly, [.. command, "--key", _key, JournalProcess.Data(_folder)], cancellationToken);
        return code == 0 ? (output, errors) : throw new LabException($"{command[0]} ended with {code}: {errors}", CrashLab.Found);
    }
}
