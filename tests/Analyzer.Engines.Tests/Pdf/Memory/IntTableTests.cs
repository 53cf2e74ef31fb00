using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Tests.Pdf.Memory;

public sealed class IntTableTests
{
    private const int Capacity = 2000;

    /// <summary>Numbers that a document may give, 0 among them; and a table that serves many documents.</summary>
    [Theory]
    [InlineData(20, 64)]
    [InlineData(3000, 5000)]
    [InlineData(20, int.MaxValue)]
    public void GetOrAdd_AnyNumbersInDocumentAfterDocument_IsADictionary(int adds, int range)
    {
        var random = new Random(5);
        var table = new IntTable(Capacity);
        for (var document = 0; document < 20; document++)
        {
            var expected = new Dictionary<int, int>();
            for (var i = 0; i < adds; i++)
            {
                var key = random.Next(4) == 0 ? random.Next(4) : random.Next(range);
                var bit = 1 << random.Next(20);
                table.GetOrAdd(key, out var isFull) |= bit;
                isFull.ShouldBe(expected.Count == Capacity && !expected.ContainsKey(key));
                if (!isFull)
                {
                    expected[key] = expected.GetValueOrDefault(key) | bit;
                }
            }

            table.Count.ShouldBe(expected.Count);
            foreach (var key in Enumerable.Range(0, 100).Concat(expected.Keys))
            {
                table.TryGet(key, out var value).ShouldBe(expected.ContainsKey(key), $"document {document}, key {key}");
                if (expected.TryGetValue(key, out var known))
                {
                    value.ShouldBe(known);
                }
            }

            table.Clear();
            table.Count.ShouldBe(0);
        }
    }
}
