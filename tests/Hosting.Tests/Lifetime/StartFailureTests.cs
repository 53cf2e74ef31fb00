using Hosting.Lifetime;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Lifetime;

public sealed class StartFailureTests
{
    [Fact]
    public void Sentence_OfAProblemThatIsMetTwice_SaysItOnce() =>
        StartFailure.Sentence(new AggregateException(Invalid("a", "b"), Invalid("b"))).ShouldBe("a b");

    [Fact]
    public void Sentence_AFileOrFolderWithoutRights_SaysWhoNeedsThem()
    {
        var refused = new UnauthorizedAccessException("Access to the path '/etc/hello/appsettings.json' is denied.");

        StartFailure.IsExpected(refused).ShouldBeTrue();
        StartFailure.Sentence(refused).ShouldBe(
            $"Access to the path '/etc/hello/appsettings.json' is denied. The user {Environment.UserName} needs the right to it.");
    }

    private static OptionsValidationException Invalid(params string[] problems) => new("", typeof(object), problems);
}
