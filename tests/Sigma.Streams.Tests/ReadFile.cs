using System.Text;
using Sigma.Streams.Events;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Tests;

/// <summary>A file of events that was read to its end, with its format detected.</summary>
/// <param name="Records">The events as JSON.</param>
/// <param name="Places">The same, with where they stand.</param>
/// <param name="Notes">What was told of the file.</param>
/// <param name="Broken">How many places were no events.</param>
internal sealed record ReadFile(
    IReadOnlyList<string> Records, IReadOnlyList<EventRecord> Places, IReadOnlyList<string> Notes, int Broken)
{
    public static ReadFile Read(string text, string name = "test") => Read(Encoding.UTF8.GetBytes(text), name);

    public static ReadFile Read(byte[] bytes, string name = "test")
    {
        using var folder = new TempDirectory();
        var path = folder.Combine(name);
        File.WriteAllBytes(path, bytes);
        using var file = EventFile.Open(path, Stream.Null, format: null, Unwrapper.ByItself);
        var records = new List<EventRecord>();
        while (file.Reader.Read(TestContext.Current.CancellationToken) is { Count: > 0 } batch)
        {
            records.AddRange(batch);
        }

        return new(
            [.. records.Select(record => Encoding.UTF8.GetString(record.Utf8.Span))], records, file.Reader.Notes, file.Reader.Broken);
    }
}
