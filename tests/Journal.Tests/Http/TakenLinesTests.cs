using Journal.Features.Http;
using Journal.Log.Frames;

namespace Journal.Tests.Http;

public sealed class TakenLinesTests
{
    private readonly Task<FrameHeader> _one = new TaskCompletionSource<FrameHeader>().Task;
    private readonly Task<FrameHeader> _other = new TaskCompletionSource<FrameHeader>().Task;

    [Fact]
    public void Add_Neighbours_AreOneRunAFrame()
    {
        var lines = new TakenLines();
        for (var place = 10; place < 8000; place++)
        {
            lines.Add(new(_one, place));
        }

        lines.Add(new(_other, 0));
        lines.Add(new(_other, 2)); // a line of another sender stands between

        lines.Runs.Select(run => (run.Ticket.Place, run.Count)).ShouldBe([(10, 7990), (0, 1), (2, 1)]);
        (lines.Count, lines.IsScattered).ShouldBe((7992, false));
    }

    [Fact]
    public void Add_MoreRunsThanAreKept_JoinsThem()
    {
        var lines = new TakenLines();
        for (var place = 0; place < 100_000; place++)
        {
            lines.Add(new(_one, 2 * place));
        }

        lines.Add(new(_other, 0));

        lines.Runs.Count.ShouldBe(10_001);
        lines.Runs.Sum(run => run.Count).ShouldBe(lines.Count);
        lines.IsScattered.ShouldBeTrue();
    }
}
