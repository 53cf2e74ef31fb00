using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using Load.Corpus;

namespace Load.Crash;

/// <summary>Every file that was sent and every report that was answered. It lives in the lab's process, which no fault touches.</summary>
internal sealed class Ledger
{
    /// <summary>Of these the next may be still under way: sending one again makes two of the same file meet.</summary>
    private const int Recent = 32;

    private readonly ConcurrentDictionary<Digest, Submission> _byId = [];
    private readonly List<Submission> _inOrder = [];
    private readonly Lock _lock = new();

    public int Count => _byId.Count;

    /// <summary>Those whose report was answered.</summary>
    public IReadOnlyList<Submission> Acknowledged => [.. _byId.Values.Where(submission => submission.Acknowledged is not null)];

    /// <param name="upload">About to be sent for the first time; its tail is copied.</param>
    public Submission Add(Upload upload)
    {
        var submission = new Submission(upload with { Tail = upload.Tail.ToArray() });
        if (!_byId.TryAdd(submission.Id, submission))
        {
            throw new InvalidOperationException($"{submission.Id} was sent before.");
        }

        lock (_lock)
        {
            _inOrder.Add(submission);
        }

        return submission;
    }

    public bool TryFind(Digest id, [NotNullWhen(true)] out Submission? submission) => _byId.TryGetValue(id, out submission);

    /// <summary>One of those sent so far, every other time one of the last few; null before the first.</summary>
    public Submission? Draw(ulong draw)
    {
        lock (_lock)
        {
            var among = draw % 2 == 0 ? _inOrder.Count : Math.Min(Recent, _inOrder.Count);
            return among == 0 ? null : _inOrder[^(1 + (int)(draw / 2 % (ulong)among))];
        }
    }
}
