using Journal.Features.Ingest;

namespace Journal.Tests.Ingest;

public sealed class NumberWindowTests
{
    [Theory]
    [InlineData("5,6,7", 0, "")]
    [InlineData("5,9", 3, "9")]
    [InlineData("5,9,6,7,8,10", 0, "9")]
    [InlineData("5,9,6,6", 2, "9,6")]
    [InlineData("1,2,3,1,2,4", 1, "1,4")] // started again, and 3 is missing
    [InlineData("2,1,3", 0, "1")]
    [InlineData("1,100,37,2", 97, "100,2")] // 37 comes late, and 2 too late: it is another beginning
    [InlineData("2147483646,2147483647,1,2", 0, "")]
    [InlineData("2147483646,1,2147483647,2", 0, "1")]
    [InlineData("1000,5,6", 0, "5")]
    public void Accept_OfNumbersInAnyOrder_CountsThoseThatAreMissing(string numbers, long missing, string jumps)
    {
        var window = new NumberWindow();
        var jumped = new List<int>();
        var counted = 0L;
        foreach (var number in numbers.Split(',').Select(int.Parse))
        {
            if (window.IsJump(number))
            {
                jumped.Add(number);
            }

            counted += window.Accept(number);
        }

        counted.ShouldBe(missing);
        string.Join(',', jumped).ShouldBe(jumps);
    }
}
