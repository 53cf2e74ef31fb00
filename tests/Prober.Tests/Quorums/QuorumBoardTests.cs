using Prober.Engine.Tests.Watching;
using Prober.Features.Quorums;
using Trust;

namespace Prober.Tests.Quorums;

/// <summary>Which prober of a quorum sends the messages while links between some of them are broken.</summary>
public sealed class QuorumBoardTests
{
    private readonly ManualTime _time = new();

    [Theory]
    [InlineData(3, 2, "", "a")]
    [InlineData(3, 2, "ab", "a")]
    [InlineData(3, 2, "ac", "a")]
    [InlineData(3, 2, "bc", "a")]
    [InlineData(3, 2, "ab ac", "b")] // a is alone
    [InlineData(3, 2, "ab ac bc", "")]
    [InlineData(5, 3, "ac ad ae", "b")] // a hears b only, and b must not wait for it
    [InlineData(5, 3, "ab ac", "a")]
    [InlineData(5, 3, "ad ae bd be", "a")] // c alone hears both sides
    [InlineData(4, 3, "ab cd", "a")]
    public void Tells_WithBrokenLinks_IsOneProberAtMost(int count, int needed, string broken, string tellers)
    {
        var boards = Make(count, needed);

        Exchange(boards, broken, 20);

        string.Concat(boards.Where(board => board.Tells).Select(board => board.Name)).ShouldBe(tellers);
    }

    [Fact]
    public void Tells_AsALinkBreaksAndMends_IsNeverTwoForLong()
    {
        var boards = Make(3, 2);

        foreach (var broken in (string[])["", "ab", "ab ac", "ab", "", "bc", "ac bc", ""])
        {
            Exchange(boards, broken, 20);
            boards.Count(board => board.Tells).ShouldBe(1, broken);
        }
    }

    private List<QuorumBoard> Make(int count, int needed)
    {
        var probers = "abcde"[..count].Select(name => new QuorumProber($"{name}", new($"http://{name}"))).ToList();
        return probers.ConvertAll(prober =>
        {
            var board = new QuorumBoard(_time);
            board.Use(new(needed, "", probers, Authorities.System), prober.Name, 1);
            return board;
        });
    }

    /// <param name="broken">Pairs of names.</param>
    private void Exchange(List<QuorumBoard> boards, string broken, int seconds)
    {
        for (var second = 0; second < seconds; second++)
        {
            _time.Pass(1000);
            foreach (var (from, to) in from one in boards from other in boards where one != other select (one, other))
            {
                if (!broken.Contains(from.Name + to.Name) && !broken.Contains(to.Name + from.Name))
                {
                    var (echo, held) = from.EchoFor(to.Name);
                    to.Hear(new(from.Name, from.Clock, echo, held, from.Tells, [], 0, [], from.Enough, from.Teller), 0);
                }
            }
        }
    }
}
