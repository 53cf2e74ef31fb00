using System.Text;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Tests.Text;

public sealed class PhraseSearchTests
{
    private static readonly Automaton Phrases = PhraseBook.Of((1UL, "powershell"), (2UL, "certutil-decode"), (4UL, "eval("));

    /// <summary>The search passes over data, and finds a phrase at their edges as if it had read all of them.</summary>
    [Theory]
    [InlineData("powershell", "")]
    [InlineData("power", "shell")]
    [InlineData("", "power\r\nshell")]
    [InlineData("cert util", "-decode")]
    [InlineData("x ", "eval(")]
    public void Read_DataBesideAPhrase_FindsIt(string before, string after)
    {
        var random = new Random(1);
        foreach (var length in new[] { 0, 1, 63, 64, 255, 256, 257, 300, 5000 })
        {
            var data = string.Concat(Enumerable.Range(0, length).Select(i => i % 76 == 75 ? '\n' : "ABCZ09+/="[random.Next(9)]));
            string[] texts = [data + before + after, before + after + data, $"{data}p{before}{after}", $"{data} {before}{after} {data}"];
            foreach (var text in texts)
            {
                var whole = Search(text, text.Length);

                whole.ShouldBe(Search(text, 1), $"{length} letters beside {before}{after}"); // no run is seen in pieces of one letter
                whole.Marks.ShouldNotBe(0UL);
            }
        }
    }

    private static (ulong Marks, long Offset) Search(string text, int piece)
    {
        var search = new PhraseSearch(Phrases);
        foreach (var part in Encoding.Latin1.GetBytes(text).Chunk(piece).Index())
        {
            search.Read(part.Item, part.Index * piece);
        }

        return (search.Marks, search.First(search.Marks & (~search.Marks + 1)).Offset);
    }
}
