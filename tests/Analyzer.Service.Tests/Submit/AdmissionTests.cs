using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Submit;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Tests.Submit;

public sealed class AdmissionTests
{
    private static Admission Create(int uploads, long bytes) =>
        new(Options.Create(new UploadLimits { MaxUploads = uploads, MaxBytesInFlight = bytes }));

    [Fact]
    public void Enter_AllPlacesTaken_IsBusyUntilOneLeaves()
    {
        var admission = Create(uploads: 2, bytes: long.MaxValue);
        var first = Enter(admission, 0);
        Enter(admission, 0);

        admission.Enter(0).IsRefused(out var refusal, out _).ShouldBeTrue();
        refusal!.Kind.ShouldBe(RefusalKind.Busy);
        refusal.RetryAfter.ShouldNotBeNull();

        first.Dispose();
        Enter(admission, 0);
        admission.Uploads.ShouldBe(2);
    }

    [Fact]
    public void Enter_DeclaredBytesOverTheLimit_TakesNothing()
    {
        var admission = Create(uploads: 10, bytes: 1000);
        Enter(admission, 600);

        admission.Enter(401).IsRefused(out _, out _).ShouldBeTrue();

        admission.Bytes.ShouldBe(600);
        admission.Uploads.ShouldBe(1);
        Enter(admission, 400);
    }

    [Fact]
    public void Grow_UndeclaredUpload_TakesItsShareAndGivesItBack()
    {
        var admission = Create(uploads: 10, bytes: 3 << 20);
        var place = Enter(admission, 0);

        place.Grow(2 << 20).ShouldBeNull();
        place.Grow((3 << 20) + 1).ShouldNotBeNull();

        admission.Bytes.ShouldBe(2 << 20);
        place.Dispose();
        admission.Bytes.ShouldBe(0);
    }

    private static Admission.Place Enter(Admission admission, long bytes)
    {
        admission.Enter(bytes).IsRefused(out _, out var place).ShouldBeFalse();
        return place!;
    }
}
