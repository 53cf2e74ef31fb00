using Load.Answering;

namespace Load.Tests.Answering;

/// <summary>What a sentence may rest on, and what it leaves out.</summary>
public sealed class SoundSentencesTests
{
    [Fact]
    public void Overall_RowsThatDiffer_IsTheMeanOfAll()
    {
        var twice = new Claim(AnsweredFigure.Rate, "a", "grpc", "rest", [Math.Log(2), Math.Log(2)]);

        var overall = AnsweredRun.Overall([twice, twice with { Rows = "b", Logarithms = [Math.Log(8), Math.Log(8)] }])
            .ShouldHaveSingleItem();

        overall.Rows.ShouldBe("2 pairs of rows");
        overall.Value.ShouldBe(4, 1e-9);
    }
}
