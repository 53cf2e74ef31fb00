using Journal.Features.Sealed;
using Journal.Log.Senders;

namespace Journal.Tests;

/// <summary>A mark says no more than the disk holds: a datagram whose lines a crash has lost did not arrive.</summary>
public sealed class SealedMarksTests : IDisposable
{
    private readonly SealedSender _sender = new(SenderKey.Create("web-1"), new(9, 5, 0), isExact: true);

    public void Dispose() => _sender.Dispose();

    [Fact]
    public void Changed_LinesThatAreNotOnTheDisk_AreNotInTheMark()
    {
        var (first, second) = (new TaskCompletionSource(), new TaskCompletionSource());

        Take(6, first.Task);
        _sender.Changed().ShouldBeNull();
        Take(7, second.Task);
        first.SetResult();

        _sender.Changed().ShouldBe(new SenderMark(9, 6, 0));
        _sender.Saved(new(9, 6, 0));
        _sender.Changed().ShouldBeNull();
        _sender.IsSaved.ShouldBeFalse();
        second.SetResult();
        _sender.Changed().ShouldBe(new SenderMark(9, 7, 0));
        _sender.Saved(new(9, 7, 0));
        _sender.IsSaved.ShouldBeTrue();
    }

    /// <summary>Though a newer datagram always waits, as under load, the mark follows.</summary>
    [Fact]
    public void Changed_WhileNewerDatagramsWait_FollowsTheDisk()
    {
        const uint End = 20;
        var before = new TaskCompletionSource();
        for (var count = 6u; count <= End; count++)
        {
            var waiting = new TaskCompletionSource();
            Take(count, waiting.Task);
            before.SetResult();
            before = waiting;
            var mark = _sender.Changed();
            (mark?.Last ?? 5).ShouldBe(Math.Max(5, count - 1));
            _sender.Saved(mark ?? new(9, 5, 0));
        }

        before.SetResult();
        _sender.Changed().ShouldBe(new SenderMark(9, End, 0));
        _sender.Take(new(_sender.Id, 9, End + 1), isEnd: false, out _);
        _sender.Changed().ShouldBe(new SenderMark(9, End, 0)); // its lines are not with the writer yet
    }

    [Fact]
    public void IsSaved_LinesThatTheDiskNeverTook_IsFalse()
    {
        Take(6, Task.FromException(new IOException("The journal stopped.")));

        _sender.Changed().ShouldBeNull();
        _sender.IsSaved.ShouldBeFalse();
    }

    /// <summary>The end of a session has no lines: it counts with the lines before it.</summary>
    [Fact]
    public void Changed_DatagramWithoutLines_WaitsForThoseBeforeIt()
    {
        var stored = new TaskCompletionSource();
        Take(6, stored.Task);
        Take(7, null);

        _sender.Changed().ShouldBeNull();
        stored.SetResult();
        _sender.Changed().ShouldBe(new SenderMark(9, 7, 0));
    }

    private void Take(uint count, Task? stored)
    {
        _sender.Take(new(_sender.Id, 9, count), isEnd: false, out _);
        _sender.Handed(stored);
    }
}
