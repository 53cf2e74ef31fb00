using Hosting.Lifetime;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Lifetime;

public sealed class StartFailureTests
{
    [Fact]
    public void Sentence_OfAProblemThatIsMetTwice_SaysItOnce() =>
        StartFailure.Sentence(new AggregateException(Invalid("a", "b"), Invalid("b"))).ShouldBe("a b");

    private static OptionsValidationException Invalid(params string[] problems) => new("", typeof(object), problems);
}
