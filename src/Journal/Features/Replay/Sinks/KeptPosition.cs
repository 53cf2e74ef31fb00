using System.Globalization;
using System.Text;
using Durable;

namespace Journal.Features.Replay.Sinks;

/// <summary>
/// Keeps in a file with which sequence to continue, so that a replay that was stopped or killed goes on where it ended. What was sent just
/// before a crash may be sent once more.
/// </summary>
internal sealed class KeptPosition(IReplaySink inner, string path) : IReplaySink
{
    /// <returns>The sequence with which to continue; null when there is no such file yet.</returns>
    /// <exception cref="InvalidDataException">The file holds something else.</exception>
    public static long? Read(string path)
    {
        if (!File.Exists(path))
        {
            return null;
        }

        var text = SharedFile.ReadAllText(path).Trim();
        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var next)
            ? next
            : throw new InvalidDataException($"{path} holds no sequence such as 1000: name another file with --position, or remove it.");
    }

    public async Task SendAsync(ReplayedLines lines, CancellationToken cancellationToken)
    {
        await inner.SendAsync(lines, cancellationToken);
        await inner.WaitForAnswersAsync(cancellationToken);
        var next = lines.SequenceOf(lines.Count - 1) + 1;
        LocalDisk.Instance.Replace(path, Encoding.ASCII.GetBytes(next.ToString(CultureInfo.InvariantCulture)));
    }

    public Task FinishAsync(CancellationToken cancellationToken) => inner.FinishAsync(cancellationToken);

    public ValueTask DisposeAsync() => inner.DisposeAsync();
}
